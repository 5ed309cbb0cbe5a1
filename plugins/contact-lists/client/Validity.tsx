import { makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Filled, DismissCircle16Filled, QuestionCircle16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden, ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  yes: { display: 'inline-flex', color: ext.ok },
  no: { display: 'inline-flex', color: ext.bad },
  unknown: { display: 'inline-flex', color: tokens.colorNeutralForeground3 },
});

/** Shows if a number has WhatsApp: yes, no, or not checked yet. */
export function Validity({ value }: { value: boolean | null }) {
  const t = useT();
  const styles = useStyles();
  const [className, Icon, text] =
    value === null
      ? [styles.unknown, QuestionCircle16Regular, t('item.unknown')]
      : value
        ? [styles.yes, CheckmarkCircle16Filled, t('item.valid')]
        : [styles.no, DismissCircle16Filled, t('item.invalid')];
  return (
    <span className={className} title={text}>
      <Icon aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
