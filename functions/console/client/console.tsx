import { App } from './app.tsx';
import { startWith } from './start.tsx';

startWith(({ language, ...page }) => <App key={language} {...page} />);
