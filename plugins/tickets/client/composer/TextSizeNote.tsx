import { makeStyles, tokens } from '@fluentui/react-components';
import { useDeferredValue } from 'react';
import { useFormat, useSession, useT } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { useCapabilities } from '../data/useDirectory.ts';
import { sizeOfText } from '../model/text-size.ts';
import { useSignature } from './useSignature.ts';

const useStyles = makeStyles({
  note: {
    padding: '0 14px',
    textAlign: 'right',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** Shows how long a text is near the channel's limit, and beyond it in how many messages it will be sent. */
export function TextSizeNote({ ticket, text }: { ticket: TicketView; text: string }) {
  const styles = useStyles();
  const t = useT();
  const { number } = useFormat();
  const { user } = useSession();
  const { isOn: isSigned } = useSignature();
  const limit = useCapabilities(ticket.whatsappId).text;
  // Counting must not slow down typing.
  const counted = useDeferredValue(text);
  const size =
    counted.trim() === '' ? undefined : sizeOfText(isSigned ? `*${user.name}:*\n${counted}` : counted, limit);
  return (
    <>
      {size?.kind === 'near' && (
        <div className={styles.note}>
          {t(`composer.size.${limit?.unit ?? 'characters'}`, { size: number(size.size), max: number(size.max) })}
        </div>
      )}
      {/* Announced when it changes, unlike the count. */}
      <div role="status" className={size?.kind === 'parts' ? styles.note : undefined}>
        {size?.kind === 'parts' && t('composer.parts', { count: size.count })}
      </div>
    </>
  );
}
