import { rmSync } from 'node:fs';
import apiSetup from '../api/setup.ts';
import { chromiumPath } from './support/chromium.ts';

/** One Florin for all browser tests. Says what to install before it starts anything. */
export default async function setup(): Promise<void> {
  chromiumPath();
  rmSync('.screenshots', { recursive: true, force: true });
  await apiSetup();
}
