import { makeStyles } from '@fluentui/react-components';
import { FormConflicts, type FormState } from '@balcao/sdk/ui';
import type { DraftForm } from './use-draft-form.ts';

const useStyles = makeStyles({ place: { padding: '12px 16px 0' } });

interface SharedConflictProps {
  form: Pick<DraftForm<unknown>, 'conflicts' | 'choose' | 'isPressed'>;
  /** Label of the value on the screen. */
  label: string;
  show?: FormState['show'];
}

/** Shown when two people changed the same card: both values above its foot, and the choice between them. */
export function SharedConflict({ form, label, show }: SharedConflictProps) {
  const styles = useStyles();
  const { conflicts, choose, isPressed } = form;
  if (conflicts.length === 0) return null;
  return (
    <div className={styles.place}>
      <FormConflicts form={{ conflicts, choose, ...(show && { show }) }} labelOf={() => label} isPressed={isPressed} />
    </div>
  );
}
