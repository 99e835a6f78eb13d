/** What every client does: it reads the community, and reserves a gift as a demo person. */
export interface Call {
  readonly url: string;
  readonly token: string;
  readonly campaignId: string;
  readonly claimId: string;
}

export async function tryOut(calls: (call: Call) => Promise<void>): Promise<void> {
  await calls(JSON.parse(process.env['SIHAT_CALL'] ?? '{}'));
}

export function expectSome(titles: readonly string[]): void {
  if (!titles.includes('KL Wellness Expo')) throw new Error(`unexpected exhibitions: ${titles.join(', ')}`);
}

export function expectStatus(status: string, expected = 'reserved'): void {
  if (status !== expected) throw new Error(`unexpected status: ${status}`);
}

/** A status that a later release adds. */
const NEW_STATUS = 'handed_to_a_friend';

/** A client that checks responses takes a claim with a status of a later release. @param parse its check */
export function expectNewStatusTaken(
  claim: object,
  parse: (value: unknown) => { readonly status: string },
): void {
  expectStatus(parse({ ...claim, status: NEW_STATUS }).status, NEW_STATUS);
}
