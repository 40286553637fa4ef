/** For the SAM CLI: it tells nobody that it runs, and finds credentials without looking for any. */
export const samEnvironment = {
  ...process.env,
  SAM_CLI_TELEMETRY: '0',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
};
