/** The text of a page whose script or texts could not be loaded. It is in English, as the texts are missing. */
export const loadFailure = 'The console could not be loaded. Check your connection and reload the page.';
