import { defineEntity, p } from '@mikro-orm/core';

export const Maker = defineEntity({
  name: 'Maker',
  schema: 'shop',
  tableName: 'maker',
  properties: {
    id: p.integer().primary(),
    companyId: p.integer().fieldName('company_id'),
    name: p.text(),
    items: () => p.oneToMany(Item).mappedBy('maker'),
  },
});

export const Item = defineEntity({
  name: 'Item',
  schema: 'shop',
  tableName: 'item',
  properties: {
    id: p.bigint('number').primary(),
    companyId: p.integer().fieldName('company_id'),
    maker: () => p.manyToOne(Maker).fieldName('maker_id').nullable(),
    name: p.text(),
    price: p.decimal('string').default('0'),
    madeOn: p.date().fieldName('made_on').nullable(),
    createdAt: p
      .datetime()
      .fieldName('created_at')
      .onCreate(() => new Date()),
  },
});
