/** The most people or apps that the page shows. */
export const mostMembers = 200;
