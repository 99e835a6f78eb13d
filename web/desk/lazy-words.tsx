import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageLanguage } from '../../shared/values/languages.ts';
import { LoadedPage, useLanguage, useLoaded } from './parts.tsx';

type Files<Texts> = Readonly<Record<PageLanguage, () => Promise<{ readonly words: Texts }>>>;

/** The words of some pages, which are loaded with them in the language of the desk. */
export function lazyWords<Texts>(files: Files<Texts>) {
  const Context = createContext<Texts | undefined>(undefined);
  return {
    use(): Texts {
      const words = useContext(Context);
      if (!words) throw new Error('The words of this page are not loaded.');
      return words;
    },

    /** A page, whose words are loaded with it. */
    with<Props extends object>(View: ComponentType<Props>): ComponentType<Props> {
      return function WithWords(props: Props) {
        const { code } = useLanguage();
        const loaded = useLoaded(async () => (await files[code]()).words, [code]);
        return (
          <LoadedPage {...loaded}>
            {(words) => (
              <Context.Provider value={words}>
                <View {...props} />
              </Context.Provider>
            )}
          </LoadedPage>
        );
      };
    },
  };
}
