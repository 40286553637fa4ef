/**
 * For a laptop to set; empty in AWS, which is as good as none. `sam local invoke --env-vars` sets only variables that a
 * template has.
 */
export const unset = '';
