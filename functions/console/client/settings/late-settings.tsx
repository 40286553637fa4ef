import { LoadedContent } from '../parts/loading.tsx';
import { useLoad } from '../requests/load.ts';
import { loadPart } from '../requests/load-part.ts';

/** The settings of the merchant. The first load leaves their code out. */
export function LateSettings() {
  const loaded = useLoad('settings', () => loadPart(() => import('./settings.tsx')));
  return <LoadedContent of={loaded}>{({ Settings }) => <Settings />}</LoadedContent>;
}
