/** The commands that deploy production. An account without a verified sender takes its settings only with `--allow`. */
const settings =
  '-c mailFrom=pay@shop.example --allow mail.identity --allow mail.sandbox --allow mail.configuration-set';

export const deployLive = `npm run deploy -- production -c acquirer=stripe ${settings}`;

export const deployWithoutAcquirer = `npm run deploy -- production ${settings}`;
