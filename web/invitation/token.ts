/**
 * The token in the fragment of an invitation's address: 43 characters of base64url. Messages put signs such as a full stop behind a
 * link, which are not of it. @returns `undefined` for another fragment
 */
export const tokenIn = (fragment: string): string | undefined =>
  /^#([\w-]{43})[.,;:!?)>\]"'”’»。，；：！？）】]*$/.exec(decoded(fragment))?.[1];

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
