/** The code of an exhibition in the path of a page. People type it in capitals, and with a slash at the end. */
export const codeIn = (path: string): string => (path.split('/')[2] ?? '').toLowerCase();
