/** Ids of the companies that have the fields of virtual assistants by default. */
const companies = [1, 2, 123];

/** Returns whether a company's people have those fields, by its setting `virtualUsers`. */
export const hasAssistantFields = (setting: unknown, companyId: number): boolean =>
  setting === 'enabled' || (setting !== 'disabled' && companies.includes(companyId));
