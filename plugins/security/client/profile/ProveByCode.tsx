import { Button, Spinner } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { CodeField } from './CodeField.tsx';
import { usePartStyles } from './part-styles.ts';
import { useCode } from './useCode.ts';

interface ProveByCodeProps {
  text: string;
  verb: string;
  send(code: string): Promise<void>;
  onCancel(): void;
}

/** A change of two-step login that requires a code. */
export function ProveByCode({ text, verb, send, onCancel }: ProveByCodeProps) {
  const t = useT();
  const styles = usePartStyles();
  const { busy, field, submit } = useCode(send);
  return (
    <form className={styles.part} noValidate onSubmit={submit}>
      <p className={styles.text}>{text}</p>
      <CodeField {...field} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          appearance="primary"
          disabledFocusable={busy}
          {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
        >
          {verb}
        </Button>
        <Button onClick={onCancel}>{t('twoStep.cancel')}</Button>
      </div>
    </form>
  );
}
