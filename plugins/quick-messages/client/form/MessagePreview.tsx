import { useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useSession, useT } from '@balcao/sdk/client';
import { ext, useFileAddress, type UploadedFile } from '@balcao/sdk/ui';
import { FileMark } from '../FileMark.tsx';
import { fill, variableValues } from '../../variables.ts';

const exampleTicket = 4821;

const useStyles = makeStyles({
  canvas: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    alignItems: 'flex-end',
    minHeight: '96px',
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.canvas,
  },
  bubble: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    maxWidth: '100%',
    padding: '6px 10px',
    borderRadius: '10px 3px 10px 10px',
    backgroundColor: ext.bubbleOut,
    border: `1px solid ${ext.bubbleOutStroke}`,
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    color: tokens.colorNeutralForeground1,
  },
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  picture: { display: 'block', maxWidth: '100%', maxHeight: '160px', borderRadius: tokens.borderRadiusMedium },
  time: {
    alignSelf: 'flex-end',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorNeutralForeground2,
  },
  quiet: { margin: 'auto', color: tokens.colorNeutralForeground3, textAlign: 'center' },
});

/** A preview of the message with example values for its variables. */
export function MessagePreview({ message, file }: { message: string; file: UploadedFile | File | undefined }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { user, company } = useSession();
  const mime = file instanceof File ? file.type : (file?.mime ?? '');
  const picture = useFileAddress(mime.startsWith('image/') ? file : undefined);
  const [now] = useState(() => new Date());
  const text = fill(
    message,
    variableValues({
      contactName: t('example.contact'),
      ticketId: exampleTicket,
      attendant: user.name,
      queue: t('example.queue'),
      company,
      now,
    }),
  );
  if (text.trim() === '' && !file) {
    return (
      <div className={styles.canvas}>
        <span className={styles.quiet}>{t('form.previewEmpty')}</span>
      </div>
    );
  }
  return (
    <div className={styles.canvas}>
      <div className={styles.bubble}>
        {picture && file && <img className={styles.picture} src={picture} alt={file.name} />}
        {file && !picture && <FileMark name={file.name} mime={mime} />}
        {text.trim() !== '' && <span className={styles.text}>{text}</span>}
        <span className={styles.time}>{format.clock(now)}</span>
      </div>
    </div>
  );
}
