import { appointment } from './appointment.ts';
import { departments } from './departments.ts';
import { hours } from './hours.ts';
import { lawFirm } from './law-firm.ts';
import { satisfaction } from './satisfaction.ts';
import { secondInvoice } from './second-invoice.ts';
import type { FlowTemplate } from './drawing.ts';

/** Ready flows, in the order in which they are offered. Their texts are content for the company to change, in Portuguese. */
export const templates: readonly FlowTemplate[] = [
  departments,
  hours,
  lawFirm,
  appointment,
  satisfaction,
  secondInvoice,
];
