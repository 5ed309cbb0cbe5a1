import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { variableNames, type VariableName } from '../../variables.ts';

const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginTop: '-8px' },
  chip: {
    minWidth: 0,
    paddingInline: '8px',
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 599px)': { minHeight: '40px', paddingInline: '12px' },
  },
});

/** Buttons that insert a variable at the cursor. */
export function VariableChips({ onInsert }: { onInsert(name: VariableName): void }) {
  const t = useT();
  const styles = useStyles();
  return (
    <div role="group" aria-label={t('form.variables')} className={styles.chips}>
      {variableNames.map((name) => (
        <Button
          key={name}
          size="small"
          className={styles.chip}
          title={`{{${name}}}`}
          // Keeps the cursor in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(name)}
        >
          {t(`variable.${name}`)}
        </Button>
      ))}
    </div>
  );
}
