import { Button, Dialog, ToggleButton, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { usePoint, useT } from '@balcao/sdk/client';
import { DialogFrame, EmptyState, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { logEntryPoint } from '../parts.ts';
import { LogSteps } from './LogSteps.tsx';
import { logIcons } from './log-icons.ts';
import { summaryText } from './log-text.ts';
import { useLog } from './useLog.ts';
import { TypeName } from './TypeName.tsx';

const useStyles = makeStyles({
  summary: { margin: '0 0 12px', color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  types: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginBottom: '12px' },
  type: { minWidth: 0, borderRadius: tokens.borderRadiusCircular },
  steps: { minHeight: '200px' },
});

interface LogDialogProps {
  /** Undefined while it is loading. */
  ticket: TicketView | undefined;
  /** Why this person may not see it. */
  refusal?: string | undefined;
  onClose(): void;
}

/** The whole log of a conversation: what happened, who did it and how long it took, filtered by type. */
export function LogDialog({ ticket, refusal, onClose }: LogDialogProps) {
  const t = useT();
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('log.dialog')}
        {...(ticket && { subtitle: ticket.contact.name })}
        width={560}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('peek.close')}</Button>}
      >
        {refusal !== undefined ? (
          <EmptyState title={refusal} />
        ) : ticket ? (
          <Log ticket={ticket} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </DialogFrame>
    </Dialog>
  );
}

function Log({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const plugins = usePoint(logEntryPoint);
  const { read, error, refetch } = useLog(ticket);
  const [openedAt] = useState(() => Date.now());
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (error && !read) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!read) return <SkeletonRows rows={4} />;
  const { steps, summary } = read;
  if (steps.length === 0) return <EmptyState title={t('log.empty')} />;
  const counts = new Map<string, number>();
  for (const { entry } of steps) counts.set(entry.type, (counts.get(entry.type) ?? 0) + 1);
  const order = Object.keys(logIcons);
  const types = [...counts.keys()].toSorted((one, other) => place(order, one) - place(order, other));
  // A type that is chosen and whose plugin was switched off would hide everything.
  const active = chosen.filter((type) => counts.has(type));
  const shown = active.length === 0 ? steps : steps.filter(({ entry }) => active.includes(entry.type));
  const toggle = (type: string): void =>
    setChosen(active.includes(type) ? active.filter((each) => each !== type) : [...active, type]);
  return (
    <>
      <p className={styles.summary}>{summaryText(summary, openedAt, t)}</p>
      {types.length > 1 && (
        <div className={styles.types} role="group" aria-label={t('log.filter')}>
          <ToggleButton
            size="small"
            className={styles.type}
            checked={active.length === 0}
            onClick={() => setChosen([])}
          >
            {t('log.all')}
          </ToggleButton>
          {types.map((type) => (
            <ToggleButton
              key={type}
              size="small"
              className={styles.type}
              checked={active.includes(type)}
              onClick={() => toggle(type)}
            >
              <TypeName type={type} item={plugins.find(({ id }) => id === type)} /> {counts.get(type)}
            </ToggleButton>
          ))}
        </div>
      )}
      <div className={styles.steps}>
        <LogSteps steps={shown.toReversed()} isWhole />
      </div>
    </>
  );
}

/** Types of plugins come after the product's own. */
const place = (order: readonly string[], type: string): number => {
  const at = order.indexOf(type);
  return at < 0 ? order.length : at;
};
