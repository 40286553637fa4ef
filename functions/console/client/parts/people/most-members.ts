/** The most people, or apps, on the page. */
export const mostMembers = 200;
