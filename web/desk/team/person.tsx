import { useWords } from '../parts.tsx';

interface Known {
  readonly accountId: string;
  readonly reference?: string;
}

/** The last characters of an account's id, which tell people without a shared reference apart. */
const shortIdOf = (accountId: string): string => accountId.slice(-4).toUpperCase();

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
