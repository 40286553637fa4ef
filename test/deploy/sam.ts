/** Environment of the SAM CLI: no telemetry, and fixed credentials, so that it does not search for any. */
export const samEnvironment = {
  ...process.env,
  SAM_CLI_TELEMETRY: '0',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
};
