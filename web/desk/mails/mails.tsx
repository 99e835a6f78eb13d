import { useState } from 'preact/hooks';
import { PAGE_LANGUAGES } from '../../../shared/values/languages.ts';
import { LANGUAGE_NAMES } from '../../browser/languages.ts';
import { dataOf } from '../api.ts';
import { Button, Field, Loaded, Note, Page, useFailure, useLoaded, useSubmit } from '../parts.tsx';
import { useOutsideWords } from '../words/outside/words.ts';
import type { Work } from '../work.ts';

type MailsProps = Readonly<{ work: Work }>;
const SETTINGS = '/v1/account/notices/settings';

/** The switch of the mails that are no codes. Everybody has it, because owners of clubs have no workplace here. */
export function Mails({ work: { api } }: MailsProps) {
  const { mails: words } = useOutsideWords();
  const failure = useFailure();
  const loaded = useLoaded(async () => dataOf(await api.GET(SETTINGS)));
  const [isSaved, setSaved] = useState(false);
  const { isBusy, error, onSubmit } = useSubmit(async (form) => {
    setSaved(false);
    // Pushes are chosen in the app, so they are sent as they are now.
    const { notPushed } = dataOf(await api.GET(SETTINGS));
    const language = PAGE_LANGUAGES.find((code) => code === form.get('language'));
    const body = { mail: form.has('mail'), notPushed, ...(language && { language }) };
    dataOf(await api.PUT(SETTINGS, { body }));
    setSaved(true);
  });
  return (
    <Page title={words.title} lead={<p>{words.lead}</p>} isNarrow>
      <Loaded {...loaded}>
        {({ mail, language }) => (
          <form class="form" onSubmit={onSubmit}>
            <label class="choice">
              <input type="checkbox" name="mail" defaultChecked={mail} /> {words.wanted}
            </label>
            <Field id="mail-language" label={words.language} hint={words.always}>
              <select name="language">
                <option value="">{words.allLanguages}</option>
                {PAGE_LANGUAGES.map((code) => (
                  <option key={code} value={code} lang={code} selected={code === language}>
                    {LANGUAGE_NAMES[code]}
                  </option>
                ))}
              </select>
            </Field>
            {error !== undefined && <Note title={failure(error)} />}
            {isSaved && <Note kind="good" title={words.saved} />}
            <Button kind="main wide" label={words.save} isBusy={isBusy} />
          </form>
        )}
      </Loaded>
      <Button kind="plain" label={words.back} act={() => location.replace('#')} />
    </Page>
  );
}
