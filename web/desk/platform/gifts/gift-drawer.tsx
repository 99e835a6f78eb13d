import { useState } from 'preact/hooks';
import { MAX_UNITS_AT_ONCE } from '../../../../shared/values/limits.ts';
import type { Campaign } from '../../api.ts';
import { Button, Field, takeFocus, useWords } from '../../parts.tsx';
import { type Deed, type Deeds, orIsSo } from '../deeds.tsx';
import { WITHDRAWAL_REASONS, type WithdrawalReason } from '../kinds.ts';
import type { PlatformOperations } from '../operations.ts';
import { Grave, PlanLine } from '../parts.tsx';
import { numeral, usePlatform } from '../words.tsx';
import { GIFTS, useStock } from './stock.ts';

interface GiftDrawerProps {
  readonly campaign: Campaign;
  readonly merchant: string | undefined;
  readonly operations: PlatformOperations;
  readonly deeds: Deeds;
  readonly close: () => void;
}

/** Adds or takes off any number, with the result before the press, and closes the campaign. */
export function GiftDrawer(props: GiftDrawerProps) {
  const { campaign, operations, deeds, close } = props;
  const { gifts } = usePlatform();
  const { cancel } = useWords();
  const [text, setText] = useState('');
  const [reason, setReason] = useState<WithdrawalReason>('broken');
  const [isClosing, setClosing] = useState(false);
  const { adding, taking } = useStock(operations);
  const { free, held } = campaign.stock;
  const units = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  const isRight = units > 0 && units <= MAX_UNITS_AT_ONCE;
  const canTake = isRight && units <= free;
  const begin = (deed: Deed) => {
    close();
    deeds.begin(deed);
  };
  if (isClosing) return <Closing {...props} milder={() => setClosing(false)} />;
  return (
    <fieldset class="drawer" aria-label={campaign.title} onKeyDown={({ key }) => key === 'Escape' && close()}>
      <div class="split">
        <div class="form">
          <h3>{gifts.change}</h3>
          <Field id="units" label={gifts.units} hint={gifts.onlyFree(numeral(free))}>
            <input
              ref={takeFocus}
              inputMode="numeric"
              autocomplete="off"
              value={text}
              aria-invalid={text !== '' && !isRight}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </Field>
          <fieldset>
            <legend>{gifts.reason}</legend>
            {WITHDRAWAL_REASONS.map((each) => (
              <label class="choice" key={each}>
                <input
                  type="radio"
                  name="reason"
                  checked={reason === each}
                  onChange={() => setReason(each)}
                />{' '}
                {gifts.reasons[each]}
              </label>
            ))}
          </fieldset>
          {isRight && (
            <p role="status">
              {gifts.result(
                numeral(free),
                numeral(free + units),
                canTake ? numeral(free - units) : undefined,
                numeral(held),
              )}
            </p>
          )}
          <div class="actions">
            <Button
              label={gifts.add(isRight ? numeral(units) : '')}
              act={() => isRight && begin(adding(campaign, units))}
              isBusy={!isRight || deeds.isBusy}
            />
            <Button
              label={gifts.takeOff(isRight ? numeral(units) : '')}
              act={() => canTake && begin(taking(campaign, units, reason))}
              isBusy={!canTake || deeds.isBusy}
            />
            <Button label={cancel} act={close} />
          </div>
        </div>
        <div class="form">
          <h3>{gifts.closeTitle}</h3>
          <p>{gifts.closeText(campaign.title)}</p>
          <div class="actions">
            <Button kind="grave" label={gifts.closeAsk} act={() => setClosing(true)} isBusy={deeds.isBusy} />
          </div>
        </div>
      </div>
    </fieldset>
  );
}

/** Asks before a campaign is closed for good. */
function Closing({
  campaign,
  merchant,
  operations,
  deeds,
  close,
  milder,
}: GiftDrawerProps & { readonly milder: () => void }) {
  const { gifts, ending } = usePlatform();
  const { id, title, stock } = campaign;
  const act = () => {
    close();
    deeds.begin({
      of: GIFTS,
      send: orIsSo(
        () => operations.closeCampaign(id),
        'not_published',
        async () => (await operations.campaign(id)).status === 'closed',
      ),
      done: (time) => gifts.closed(title, time),
      unsure: gifts.unsureClosed(title),
    });
  };
  return (
    <Grave
      title={gifts.closeQuestion(title)}
      confirm={gifts.closeYes(title)}
      keep={gifts.keepOpen}
      act={act}
      close={close}
      isBusy={deeds.isBusy}
    >
      <ul class="plan">
        <PlanLine sign="no" back={ending.forGood}>
          {gifts.closeLines.free(numeral(stock.free + stock.lapsed))}
        </PlanLine>
        <PlanLine sign="tick" back={ending.noChange}>
          {gifts.closeLines.held(numeral(stock.held))}
        </PlanLine>
        <PlanLine sign="tick" back={ending.noChange}>
          {gifts.closeLines.given(numeral(stock.redeemed), merchant ?? '')}
        </PlanLine>
      </ul>
      <p>
        {gifts.milder} <Button kind="plain" label={gifts.takeOffInstead} act={milder} />
      </p>
    </Grave>
  );
}
