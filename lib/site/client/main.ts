import { addCopyButtons, followCopyButtons } from './copy.ts';
import { followLanguages, setUpLanguages } from './languages.ts';
import { followLinks, showCurrent } from './navigate.ts';
import { setUpSandbox } from './sandbox.ts';
import { followSearch, setUpSearch } from './search-box.ts';
import { applyTheme, followTheme, setUpTheme } from './theme.ts';
import { setUpTry } from './try-it.ts';

/** Adds the parts of a page that need JavaScript. Runs again for each page that `navigate.ts` shows. */
function setUp(): void {
  setUpTheme();
  setUpSearch();
  setUpLanguages();
  addCopyButtons();
  setUpTry();
  setUpSandbox();
  showCurrent();
}

// This runs before the first paint, so that the page does not flash in another colour.
applyTheme();
document.documentElement.classList.add('with-script');
followTheme();
followSearch();
followLanguages();
followCopyButtons();
followLinks(setUp);
addEventListener('DOMContentLoaded', setUp);
