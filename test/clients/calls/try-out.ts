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

export function expectReserved(status: string): void {
  if (status !== 'reserved') throw new Error(`unexpected status: ${status}`);
}
