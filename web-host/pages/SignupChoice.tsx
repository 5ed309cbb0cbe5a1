import { Field, Radio, RadioGroup, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ext } from '@balcao/sdk/ui';
import type { FieldFault } from '../shell/use-submit.ts';

/** An option of the sign-up form, such as a plan, provided by a plugin. */
export interface Choice {
  field: string;
  label: string;
  options: readonly { value: string; label: string; note?: string; detail?: string }[];
}

const useStyles = makeStyles({
  group: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: '8px' },
  option: { border: `1px solid ${tokens.colorNeutralStroke2}`, borderRadius: tokens.borderRadiusLarge },
  chosen: { backgroundColor: ext.selected, border: `1px solid ${tokens.colorCompoundBrandStroke}` },
  // The price is at the end of the row, or below where both do not fit.
  radio: { display: 'flex', width: '100%' },
  label: { flexGrow: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: '12px', paddingRight: '12px' },
  name: { flexGrow: 1, fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  detail: {
    flexBasis: '100%',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  note: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
});

/** A choice with all options visible. */
export function SignupChoice(props: {
  choice: Choice;
  value: string | undefined;
  fault: FieldFault;
  onChoose(value: string): void;
}) {
  const { choice, value, fault, onChoose } = props;
  const styles = useStyles();
  return (
    <Field label={choice.label} {...fault}>
      <RadioGroup
        className={styles.group}
        {...(value === undefined ? {} : { value })}
        onChange={(_, data) => onChoose(data.value)}
      >
        {choice.options.map((option) => (
          <div key={option.value} className={mergeClasses(styles.option, option.value === value && styles.chosen)}>
            <Radio
              className={styles.radio}
              value={option.value}
              label={{
                className: styles.label,
                children: (
                  <>
                    <span className={styles.name}>{option.label}</span>
                    {option.note && <span className={styles.note}>{option.note}</span>}
                    {option.detail && <span className={styles.detail}>{option.detail}</span>}
                  </>
                ),
              }}
            />
          </div>
        ))}
      </RadioGroup>
    </Field>
  );
}
