import type { Random } from './random.ts';

const PRODUCTS = [
  'o sofá retrátil Ibiza de 3 lugares',
  'a mesa de jantar Oslo de 6 lugares',
  'o guarda-roupa Viena de 6 portas',
  'a cama box queen Lisboa',
  'o rack Praga de 1,80 m',
  'a poltrona Nina',
  'o conjunto de 4 cadeiras Lina',
  'a escrivaninha Tóquio',
  'a estante Porto',
  'o aparador Siena',
  'a cômoda Paris de 5 gavetas',
  'o tapete Kilim 2 x 3 m',
  'a luminária de piso Berlim',
  'o painel para TV Roma',
  'a mesa de centro Capri',
  'o berço Sonho',
] as const;
const NEIGHBOURHOODS = [
  'Vila Mariana',
  'Tatuapé',
  'Santana',
  'Moema',
  'Pinheiros',
  'Butantã',
  'Ipiranga',
  'Tijuca',
  'Savassi',
  'Boa Viagem',
  'Água Verde',
  'Moinhos de Vento',
  'Pituba',
  'Aldeota',
  'Setor Bueno',
] as const;
const STREETS = [
  'Rua das Acácias',
  'Rua Sete de Setembro',
  'Avenida Brasil',
  'Rua Marechal Deodoro',
  'Rua dos Ipês',
  'Avenida Paulista',
  'Rua Bento Gonçalves',
  'Rua Quinze de Novembro',
  'Rua Tiradentes',
  'Alameda Santos',
] as const;
const DAYS = ['segunda', 'terça', 'quarta', 'quinta', 'sexta'] as const;
const HOURS = ['8h30', '9h', '10h15', '11h', '13h30', '14h', '15h45', '16h30', '17h'] as const;
const DESTINATIONS = [
  'Porto de Galinhas',
  'Gramado',
  'Fernando de Noronha',
  'Jericoacoara',
  'Maragogi',
  'Foz do Iguaçu',
  'Bonito',
  'Natal',
  'Arraial d’Ajuda',
  'Alter do Chão',
] as const;

const money = (cents: number): string => {
  const [whole = '0', fraction = '00'] = (cents / 100).toFixed(2).split('.');
  return `R$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction}`;
};

const firstName = (name: string): string => name.split(' ')[0] ?? name;

/** Values of the `{slot}`s in one conversation, but the attendant's. */
export function inventSlots(customerName: string, random: Random): ReadonlyMap<string, string> {
  const price = random.between(159, 4_990) * 100 + 90;
  const digits = (length: number): string => Array.from({ length }, () => String(random.between(0, 9))).join('');
  const product = random.pick(PRODUCTS);
  return new Map([
    ['nome', firstName(customerName)],
    ['produto', product],
    // Without its article, to follow a preposition.
    ['item', product.slice(2)],
    ['valor', money(price)],
    ['parcela', money(Math.round(price / 10))],
    ['frete', money(random.between(29, 189) * 100 + 90)],
    ['quantidade', String(random.between(4, 40))],
    ['pedido', String(random.between(48_000, 79_999))],
    ['rastreio', `BR${digits(9)}AA`],
    ['cep', `${digits(5)}-${digits(3)}`],
    ['cpf', `${digits(3)}.${digits(3)}.${digits(3)}-${digits(2)}`],
    ['cnpj', `${digits(2)}.${digits(3)}.${digits(3)}/0001-${digits(2)}`],
    ['endereco', `${random.pick(STREETS)}, ${random.between(12, 2_400)} - ${random.pick(NEIGHBOURHOODS)}`],
    ['bairro', random.pick(NEIGHBOURHOODS)],
    ['boleto', `34191.${digits(5)} ${digits(5)}.${digits(6)} ${digits(5)}.${digits(6)} ${digits(1)} ${digits(14)}`],
    ['dia', random.pick(DAYS)],
    ['hora', random.pick(HOURS)],
    ['destino', random.pick(DESTINATIONS)],
  ]);
}

/** Fills a text's slots; `{atendente}` is its author. Throws on an unknown slot: a typo in the script. */
export function fill(text: string, slots: ReadonlyMap<string, string>, author: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'atendente' ? firstName(author) : slots.get(name);
    if (value === undefined) throw new Error(`Unknown slot {${name}}`);
    return value;
  });
}
