import type { Known, ToldApart } from './people.ts';
import { useTeam } from './words.tsx';

interface PersonProps {
  readonly person: Known;
  readonly among: ToldApart;
}

/** A person as officers know them: by the shared reference, and by a mark where that is not enough. */
export function Person({ person, among }: PersonProps) {
  const team = useTeam();
  const mark = among.markOf(person);
  return (
    <>
      {person.reference === undefined ? (
        <span class="none">{team.notShared}</span>
      ) : (
        <bdi>{person.reference}</bdi>
      )}
      {mark && (
        <>
          {' '}
          <span class="tag">{team.shortId(mark)}</span>
        </>
      )}
    </>
  );
}

/** The same in one text, for the names of buttons. */
export function useNameOf(among: ToldApart) {
  const team = useTeam();
  return (person: Known): string => {
    const mark = among.markOf(person);
    return [person.reference, mark && team.shortId(mark)].filter(Boolean).join(', ');
  };
}
