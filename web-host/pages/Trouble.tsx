import { ToneIcon } from '@balcao/sdk/ui';
import { useFormStyles } from './form-styles.ts';

/** The error of a refused form, above its fields. Announced to screen readers at once. */
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
