import type { PanelPerson } from '../../panel.ts';

/**
 * True for people who attend: neither a virtual assistant nor a super user of the platform, who is in the company to
 * look after it, unless they are in a department.
 */
export const isColleague = ({ isVirtual, super: isSuper, queueIds }: PanelPerson): boolean =>
  !isVirtual && (!isSuper || queueIds.length > 0);
