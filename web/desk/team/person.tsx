import { typedCode } from '../api.ts';
import { useWords } from '../parts.tsx';

interface Known {
  readonly accountId: string;
  readonly reference?: string;
}

/**
 * Six characters that tell people without a shared reference apart. They are of a hash, because ids of accounts can begin and end
 * alike.
 */
const shortIdOf = (accountId: string): string => typedCode(accountId).slice(0, 6).toUpperCase();

/** A person as officers know them: by the shared reference, or by a short id. */
export function Person({ accountId, reference }: Known) {
  const { team } = useWords();
  if (reference !== undefined) return <bdi>{reference}</bdi>;
  return (
    <>
      <span class="none">{team.notShared}</span> <span class="tag">{team.shortId(shortIdOf(accountId))}</span>
    </>
  );
}

/** The same in one text, for the names of buttons. */
export function useNameOf() {
  const { team } = useWords();
  return ({ accountId, reference }: Known): string => reference ?? team.shortId(shortIdOf(accountId));
}
