import { useEffect, useState } from 'preact/hooks';
import { type Place, readPlace } from './router.ts';

/** The current place. The component renders again when the place changes. */
export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const updateHash = () => setHash(location.hash);
    addEventListener('hashchange', updateHash);
    return () => removeEventListener('hashchange', updateHash);
  }, []);
  return readPlace(hash);
}
