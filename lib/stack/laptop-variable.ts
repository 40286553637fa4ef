/**
 * The value of a variable that only a laptop sets. In AWS the variable is empty, and functions treat an empty variable
 * as absent. It must be in the template, since `sam local invoke --env-vars` sets only variables that the template
 * has.
 */
export const laptopVariable = '';
