import { startWith } from './start/start.tsx';
import { TillApp } from './till/app.tsx';

startWith(({ base, posUrl, language, speak }) => (
  <TillApp key={language} base={base} posUrl={posUrl} speak={speak} />
));
