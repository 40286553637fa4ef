import { App } from './app.tsx';
import { askEarly } from './session-request.ts';
import { startWith } from './start.tsx';

startWith(({ language, ...page }) => <App key={language} {...page} />, askEarly);
