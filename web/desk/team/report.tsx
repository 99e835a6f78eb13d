import { useState } from 'preact/hooks';
import { type CertificateTotals, dataOf, type MerchantReport } from '../api.ts';
import { today } from '../dates.ts';
import { Failed, Lead, Loading, Note, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../workplace.tsx';

type Found =
  | { readonly kind: 'certificates'; readonly report: CertificateTotals }
  | { readonly kind: 'merchant'; readonly report: MerchantReport };

export function Report(_: ViewProps) {
  const { words } = useLanguage();
  const [found] = useState<Found>();
  void [dataOf, today, Failed, Loading, Note, useLoaded, found];
  return (
    <main class="page" id="work">
      <Lead title={words.team.tabs.report} />
    </main>
  );
}
