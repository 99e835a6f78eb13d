import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Loaded, useLanguage, useLoaded } from '../parts.tsx';
import { teamWords } from '../words/languages.ts';
import type { TeamWords } from '../words/team/team-words.ts';

const TeamContext = createContext<TeamWords | undefined>(undefined);

/** The words of the pages about people and campaigns, in the language of the page. */
export function useTeam(): TeamWords {
  const words = useContext(TeamContext);
  if (!words) throw new Error('The words of the team are not loaded.');
  return words;
}

/** A page about people or campaigns, whose words are loaded with it. */
export function withTeamWords<Props extends object>(View: ComponentType<Props>): ComponentType<Props> {
  return function InTeam(props: Props) {
    const { code } = useLanguage();
    const loaded = useLoaded(async () => (await teamWords[code]()).words, [code]);
    return (
      <Loaded {...loaded}>
        {(words) => (
          <TeamContext.Provider value={words}>
            <View {...props} />
          </TeamContext.Provider>
        )}
      </Loaded>
    );
  };
}
