import { makeStyles, tokens } from '@fluentui/react-components';
import { Delete20Regular, Send20Filled } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
import { startRecording, type Recording } from './recorder.ts';

const useStyles = makeStyles({
  bar: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '44px', padding: '0 8px' },
  dot: { width: '10px', height: '10px', borderRadius: '50%', backgroundColor: ext.bad, flexShrink: 0 },
  time: { flexGrow: 1, fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold },
});

/** The longest voice message, in seconds. */
const longest = 600;

/** The recorder, in place of the field. */
export default function RecorderBar({ onSend, onClose }: { onSend(file: File): void; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const recording = useRef<Recording>(undefined);
  const [seconds, setSeconds] = useState<number>();
  const sendButton = useRef<HTMLButtonElement>(null);
  useEffect(() => sendButton.current?.focus(), []);
  const latest = useRef({ onClose, toasts, t });
  useEffect(() => {
    let isGone = false;
    const { current } = latest;
    startRecording(current.t('composer.voiceName')).then(
      (started) => {
        if (isGone) started.drop();
        else {
          recording.current = started;
          setSeconds(0);
        }
      },
      () => {
        if (isGone) return;
        current.toasts.error(current.t('composer.noMicrophone'));
        current.onClose();
      },
    );
    return () => {
      isGone = true;
      recording.current?.drop();
    };
  }, []);
  useEffect(() => {
    if (seconds === undefined) return undefined;
    if (seconds === longest) {
      recording.current?.stop();
      return undefined;
    }
    const timer = setTimeout(() => setSeconds(seconds + 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  const finish = async (): Promise<void> => {
    if (seconds === undefined) return;
    const done = recording.current;
    recording.current = undefined;
    if (done) onSend(await done.finish());
    onClose();
  };
  const clock = `${Math.floor((seconds ?? 0) / 60)}:${String((seconds ?? 0) % 60).padStart(2, '0')}`;
  return (
    // Only for keys that no element inside handled.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.bar}
      role="group"
      aria-label={t('composer.record')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <IconButton icon={<Delete20Regular />} label={t('composer.dropVoice')} onClick={onClose} />
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.time} role="timer">
        {seconds === undefined ? t('composer.asking') : clock}
      </span>
      <IconButton
        ref={sendButton}
        appearance="primary"
        icon={<Send20Filled />}
        label={t('composer.send')}
        disabledFocusable={seconds === undefined}
        onClick={() => void finish()}
      />
    </div>
  );
}
