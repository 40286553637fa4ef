#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** A checkout of Florin runs the sources, so that no build can be out of date. The package has the build alone. */
const source = new URL('../src/main.ts', import.meta.url);
if (existsSync(source)) {
  const { register } = await import('tsx/esm/api');
  register();
  await import(source.href);
} else await import('../dist/main.js');
