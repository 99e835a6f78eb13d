import { typedCode } from '../api.ts';
import { useWords } from '../parts.tsx';

interface Known {
  readonly memberId: string;
  readonly reference?: string;
}

/**
 * Six characters that tell people without a shared reference apart. They are of a hash, because ids of members begin with a time.
 */
const shortIdOf = (memberId: string): string => typedCode(memberId).slice(0, 6).toUpperCase();

/** A person as officers know them: by the shared reference, or by a short id. */
export function Person({ memberId, reference }: Known) {
  const { team } = useWords();
  if (reference !== undefined) return <bdi>{reference}</bdi>;
  return (
    <>
      <span class="none">{team.notShared}</span> <span class="tag">{team.shortId(shortIdOf(memberId))}</span>
    </>
  );
}

/** The same in one text, for the names of buttons. */
export function useNameOf() {
  const { team } = useWords();
  return ({ memberId, reference }: Known): string => reference ?? team.shortId(shortIdOf(memberId));
}
