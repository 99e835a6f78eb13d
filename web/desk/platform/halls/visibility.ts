import type { Exhibition } from '../../api.ts';
import type { Deed } from '../deeds.tsx';
import type { PlatformOperations } from '../operations.ts';
import { usePlatform } from '../words.tsx';

type Event = Pick<Exhibition['event'], 'joinCode' | 'title'>;

/** Hides an exhibition with its wall, or shows it again. Each is the undo of the other. @param of where the end is told */
export function useVisibility(operations: PlatformOperations, of: string) {
  const { plan } = usePlatform();
  const setting = (event: Event, isShown: boolean): Deed => {
    const { joinCode: code, title } = event;
    return {
      of,
      send: () => (isShown ? operations.publishEvent(code) : operations.unpublishEvent(code)),
      done: (time) => (isShown ? plan.done(title, 0, 0, time) : plan.hidden(title, time)),
      unsure: isShown ? plan.unsure(title) : plan.unsureHidden(title),
      undo: {
        label: isShown ? plan.hideAgain : plan.showAgain,
        deed: () => setting(event, !isShown),
      },
    };
  };
  return setting;
}
