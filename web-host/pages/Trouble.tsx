import { ToneIcon } from '@balcao/sdk/ui';
import { useFormStyles } from './form-styles.ts';

/** Why a form was refused, above its fields. Said at once to those who listen. */
export function Trouble({ children }: { children: string | undefined }) {
  const styles = useFormStyles();
  if (!children) return null;
  return (
    <div className={styles.trouble} role="alert">
      <span className={styles.troubleIcon}>
        <ToneIcon tone="bad" />
      </span>
      {children}
    </div>
  );
}
