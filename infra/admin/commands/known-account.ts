import type { Answer, ApiClient } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { allPages } from '../pages.ts';
import { inMalaysia } from '../print.ts';

/**
 * Repeats an account id with what the lists of administrators and practitioners know about it, so that an administrator
 * notices an id that was mistaken for another one.
 */
export async function knownAccount(api: ApiClient, accountId: string): Promise<string> {
  const [verification, isAdministrator] = await Promise.all([
    verificationOf(api, accountId),
    isListedAsAdministrator(api, accountId),
  ]);
  const known = [
    ...(isAdministrator ? ['administrator of the platform'] : []),
    ...(verification ? [`practitioner ${verification.name}, ${validityOf(verification)}`] : []),
  ];
  const roles = known.join('; ') || 'neither an administrator nor a practitioner so far';
  return `Account ${accountId}: ${roles}.`;
}

/** How long a verification is valid. */
export const validityOf = ({
  withdrawnAt,
  verificationValidUntil,
}: Pick<Answer<'getVerification'>, 'withdrawnAt' | 'verificationValidUntil'>): string =>
  withdrawnAt === undefined
    ? `verified until ${inMalaysia(verificationValidUntil)}`
    : `withdrawn at ${inMalaysia(withdrawnAt)}`;

async function verificationOf(
  api: ApiClient,
  accountId: string,
): Promise<Answer<'getVerification'> | undefined> {
  try {
    return await api.call('getVerification', { params: { accountId } });
  } catch (error) {
    if (error instanceof CommandError && error.code === 'practitioner_not_found') return undefined;
    throw error;
  }
}

async function isListedAsAdministrator(api: ApiClient, accountId: string): Promise<boolean> {
  const pages = await allPages((query) => api.call('listAdministrators', { query }));
  return pages.some(({ administrators }) => administrators.some((listed) => listed.accountId === accountId));
}
