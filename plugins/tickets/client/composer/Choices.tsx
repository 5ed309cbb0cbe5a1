import { Contributed, PartBoundary, lazyPart } from '@balcao/sdk/client';
import type { TicketView, TriggerPartProps } from '../../contract.ts';
import type { useMention } from './mention/useMention.ts';
import { ComposerOverlay } from './ComposerOverlay.tsx';
import type { Trigger } from './useTrigger.ts';

const MentionList = lazyPart(() => import('./mention/MentionList.tsx'));

export type Highlighted = Parameters<TriggerPartProps['highlight']>[0];

export interface ChoicesProps {
  ticket: TicketView;
  isNote: boolean;
  text: string;
  trigger: Trigger;
  mention: Pick<ReturnType<typeof useMention>, 'open' | 'pick' | 'close'>;
  onPick(text: string): void;
  onClose(): void;
  /** Sets the option that the field's keys act on. */
  highlight(which: Highlighted): void;
}

/** Lists of options for what is being typed, above the field, which keeps the focus. */
export function Choices({ ticket, isNote, text, trigger, mention, onPick, onClose, highlight }: ChoicesProps) {
  if (trigger)
    return (
      <ComposerOverlay>
        <Contributed item={trigger}>
          <trigger.component
            ticket={ticket}
            isNote={isNote}
            query={text.slice(trigger.character.length)}
            pick={onPick}
            close={onClose}
            highlight={highlight}
          />
        </Contributed>
      </ComposerOverlay>
    );
  if (mention.open)
    return (
      <ComposerOverlay narrow>
        <PartBoundary>
          <MentionList query={mention.open.query} pick={mention.pick} close={mention.close} highlight={highlight} />
        </PartBoundary>
      </ComposerOverlay>
    );
  return null;
}
