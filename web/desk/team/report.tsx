import { useEffect, useRef, useState } from 'preact/hooks';
import { certificateReport } from '../../report/certificate-report.ts';
import { merchantReport } from '../../report/merchant-report.ts';
import type { RenderedReport } from '../../report/report.ts';
import { type Api, campaignsOf, dataOf, type Workplace } from '../api.ts';
import { lengthOf, monthOf, today } from '../dates.ts';
import { Failed, Lead, Loading, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../workplace.tsx';

interface Period {
  readonly from: string;
  readonly to: string;
}

const MOST_DAYS = 366;

/** The report of a merchant or of a company for a period, as the command line writes it, to read and to print. */
export function Report({ work, workplace }: ViewProps) {
  const { words } = useLanguage();
  const { report: own } = words.team;
  const [period, setPeriod] = useState<Period>(() => monthOf(today(), 0));
  const [isWrong, setWrong] = useState(false);
  const { value, error, reload } = useLoaded(() => reportOf(work.api, workplace, period), [period]);
  const choose = (next: Period) => {
    const isRight = next.from <= next.to && next.to <= today() && lengthOf(next.from, next.to) <= MOST_DAYS;
    setWrong(!isRight);
    if (isRight) setPeriod(next);
  };
  return (
    <main class="page" id="work">
      <Lead title={words.team.tabs.report} />
      <form
        class="period screen-only"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          choose({ from: String(form.get('from')), to: String(form.get('to')) });
        }}
      >
        {(['from', 'to'] as const).map((name) => (
          <div class="field" key={`${name} ${period[name]}`}>
            <label for={name}>{own[name]}</label>
            <input
              id={name}
              name={name}
              type="date"
              max={today()}
              value={period[name]}
              required
              aria-invalid={isWrong}
            />
          </div>
        ))}
        <button type="submit" class="button main">
          {own.show}
        </button>
        <button type="button" class="button" onClick={() => choose(monthOf(today(), 0))}>
          {own.thisMonth}
        </button>
        <button type="button" class="button" onClick={() => choose(monthOf(today(), -1))}>
          {own.lastMonth}
        </button>
        <button type="button" class="button" onClick={() => print()}>
          {own.print}
        </button>
      </form>
      {isWrong && (
        <p class="wrong" role="alert">
          {own.badPeriod}
        </p>
      )}
      {error !== undefined && <Failed error={error} again={reload} />}
      {!value && error === undefined && <Loading />}
      {value && <Rendered report={value} />}
    </main>
  );
}

async function reportOf(
  api: Api,
  { workspaceId, workspaceKind, name }: Workplace,
  query: Period,
): Promise<RenderedReport> {
  const params = { path: { workspaceId }, query };
  if (workspaceKind === 'corporate')
    return certificateReport({
      workspace: name,
      report: dataOf(
        await api.GET('/v1/partner/workspaces/{workspaceId}/medical-certificates/totals', { params }),
      ),
    });
  const campaigns = await campaignsOf(api, workspaceId);
  const report = dataOf(await api.GET('/v1/partner/workspaces/{workspaceId}/report', { params }));
  return merchantReport({ workspace: name, report, campaigns });
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
  return <div class="paper" ref={place} lang="en" />;
}
