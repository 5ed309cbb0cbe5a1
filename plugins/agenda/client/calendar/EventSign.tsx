import { ArrowRepeatAll16Regular, Chat16Regular, ErrorCircle16Regular } from '@fluentui/react-icons';
import type { CalendarEvent } from '../../contract.ts';

/** The sign of a message: it failed, belongs to a series, or is a single one. */
export function EventSign({ event: { status, isRecurring }, className }: { event: CalendarEvent; className?: string }) {
  if (status === 'ERRO') return <ErrorCircle16Regular className={className} aria-hidden />;
  if (isRecurring) return <ArrowRepeatAll16Regular className={className} aria-hidden />;
  return <Chat16Regular className={className} aria-hidden />;
}
