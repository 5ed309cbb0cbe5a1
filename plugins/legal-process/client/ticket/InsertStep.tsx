import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles } from '@fluentui/react-components';
import { TextBulletListAdd20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, TwoLines } from '@balcao/sdk/ui';
import type { ComposerPartProps } from '@balcao/tickets/contract';
import { useCourtFormat } from '../court-format.ts';
import { lastStepOf, useContactCases } from '../data.ts';

const useStyles = makeStyles({ menu: { maxWidth: 'min(420px, calc(100vw - 32px))' } });

/** Inserts the last step of one of the customer's cases into the text. Absent while the customer has none. */
export default function InsertStep({ ticket, insert }: ComposerPartProps) {
  const t = useT();
  const styles = useStyles();
  const format = useCourtFormat();
  const { data: cases = [] } = useContactCases(ticket.contactId);
  const steps = cases.flatMap((one) => {
    const last = lastStepOf(one);
    return last ? [{ id: one.id, cnj: one.cnj, ...last }] : [];
  });
  if (steps.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={<TextBulletListAdd20Regular />} label={t('insert.title')} />
      </MenuTrigger>
      <MenuPopover className={styles.menu}>
        <MenuList>
          {steps.map(({ id, cnj, title, at }) => (
            <MenuItem key={id} onClick={() => insert(t('insert.text', { cnj, title, at: format.date(at) }))}>
              <TwoLines text={cnj} below={`${title}, ${format.dateTime(at)}`} />
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
