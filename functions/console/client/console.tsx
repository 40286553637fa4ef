import { App } from './app/app.tsx';
import { askEarly } from './requests/session-request.ts';
import { startWith } from './start/start.tsx';

startWith(({ language, ...page }) => <App key={language} {...page} />, askEarly);
