import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageLanguage } from '../../../shared/values/languages.ts';
import { certificateReport } from '../../report/certificate-report.ts';
import { merchantReport } from '../../report/merchant-report.ts';
import type { RenderedReport } from '../../report/report.ts';
import { reportWords } from '../../report/words/languages.ts';
import type { Workplace } from '../api.ts';
import { lengthOf, monthOf, today } from '../dates.ts';
import { Button, Field, Loaded, Page, useLanguage, useLoaded, useSubmit, useWords } from '../parts.tsx';
import type { ViewProps } from '../work.ts';
import { operationsIn, type Period } from './operations.ts';
import { useTeam } from './words.tsx';

const MOST_DAYS = 366;

/** The report of a merchant or of a company for a period, as the command line writes it, to read and to print. */
export function Report({ work, workplace }: ViewProps) {
  const { report: own } = useTeam();
  const { tabs } = useWords();
  const [period, setPeriod] = useState<Period>(() => monthOf(today(), 0));
  const [isWrong, setWrong] = useState(false);
  const operations = operationsIn(work.api, workplace.workspaceId);
  const { code } = useLanguage();
  const report = useLoaded(() => reportOf(operations, workplace, period, code), [period, code]);
  const choose = (next: Period) => {
    const isRight = next.from <= next.to && next.to <= today() && lengthOf(next.from, next.to) <= MOST_DAYS;
    setWrong(!isRight);
    if (isRight) setPeriod(next);
  };
  const { onSubmit } = useSubmit((form) =>
    choose({ from: String(form.get('from')), to: String(form.get('to')) }),
  );
  return (
    <Page title={tabs.report}>
      <form class="period screen-only" onSubmit={onSubmit}>
        {(['from', 'to'] as const).map((name) => (
          <Field id={name} label={own[name]} key={`${name} ${period[name]}`}>
            <input
              name={name}
              type="date"
              max={today()}
              value={period[name]}
              required
              aria-invalid={isWrong}
            />
          </Field>
        ))}
        <Button kind="main" label={own.show} />
        <Button label={own.thisMonth} act={() => choose(monthOf(today(), 0))} />
        <Button label={own.lastMonth} act={() => choose(monthOf(today(), -1))} />
        <Button label={own.print} act={() => print()} />
      </form>
      {isWrong && (
        <p class="wrong" role="alert">
          {own.badPeriod}
        </p>
      )}
      <Loaded {...report}>{(value) => <Rendered report={value} />}</Loaded>
    </Page>
  );
}

async function reportOf(
  operations: ReturnType<typeof operationsIn>,
  { workspaceKind, name: workspace }: Workplace,
  period: Period,
  language: PageLanguage,
): Promise<RenderedReport> {
  const { words } = await reportWords[language]();
  if (workspaceKind === 'corporate')
    return certificateReport({ workspace, report: await operations.certificateTotals(period), words });
  const campaigns = await operations.campaigns();
  return merchantReport({ workspace, report: await operations.giftReport(period), campaigns, words });
}

interface TrustedTypes {
  readonly createPolicy: (
    name: 'report',
    rules: { readonly createHTML: (markup: string) => string },
  ) => { readonly createHTML: (markup: string) => string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
/** The renderer escapes every value, so its markup is the only one that this page takes. */
const policy = trustedTypes?.createPolicy('report', { createHTML: (markup) => markup });

/** On paper, also in the dark theme. The styles of the desk and of the report do not reach each other. */
function Rendered({ report: { styles, body } }: { readonly report: RenderedReport }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = place.current?.shadowRoot ?? place.current?.attachShadow({ mode: 'open' });
    if (!root) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = policy?.createHTML(body) ?? body;
  }, [styles, body]);
  return <div class="paper" ref={place} />;
}
