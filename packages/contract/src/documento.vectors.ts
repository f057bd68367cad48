/**
 * Test documentos for server and web. The Receita Federal published some of them with the rule of the new
 * CNPJ. The others were computed by that rule.
 */
export const VALID_CNPJ = [
  '00.000.000/0001-91',
  '19.131.243/0001-97',
  '33.683.111/0002-80',
  '33.000.167/0001-01',
  '60.701.190/0001-04',
  '12.345.678/0001-95',
  '11.222.333/0001-81',
  '11.444.777/0001-61',
  '90.021.382/0001-22',
  '90.024.778/0001-23',
  '90.025.108/0001-21',
  '90.025.255/0001-00',
  '90.024.420/0001-09',
  '12.ABC.345/01DE-35',
  '13.45C.3A5/0001-06',
  'R5.523.1B3/0007-57',
  '6T.S1H.J0S/0001-70',
  '0X.0J9.2JY/0001-96',
  'AB.CDE.FGH/IJKL-80',
  'Q0.SLF.MBD/7VX4-39',
  'A1.B2C.3D4/0001-93',
  'AB.12C.D34/EF56-02',
  '0A.0B0.C0D/0E0F-22',
  '7K.9M2.P4R/0002-01',
  // The check digits are right, and no rule forbids repeated characters.
  '11.111.111/1111-80',
  '99.999.999/9999-62',
  'AA.AAA.AAA/AAAA-45',
];

export const VALID_CPF = [
  '529.982.247-25',
  '111.444.777-35',
  '123.456.789-09',
  '390.533.447-05',
  '987.654.321-00',
  '000.000.001-91',
  '168.995.350-09',
  '012.345.678-90',
  '280.012.389-38',
];

/** Fourteen characters with wrong check digits, or with a letter in place of a digit. */
export const WRONG_CNPJ = [
  // The check digits are right, but a CNPJ of zeros is refused.
  '00000000000000',
  '11111111111111',
  '12345678000190',
  '12ABC34501DE34',
  'R55231B3000700',
  '90025108000101',
  '12ABC34501DEA5',
  '90.024.420/0001A2',
];

/**
 * Eleven digits that are refused. The ten repeated ones have right check digits. The others have wrong ones.
 */
export const WRONG_CPF = [
  ...Array.from('0123456789', (digit) => digit.repeat(11)),
  '52998224724',
  '12345678900',
];

/** Texts whose length or letters fit neither a CPF nor a CNPJ. */
export const INCOMPLETE = ['12ABC34501D35', '90.025.255/0001', '529982247255', '5299822472A'];

export const TOO_SHORT = '5299822472';
export const TOO_LONG = '12345678000195X';
export const ACCENTED = '12ÁBC34501DE35';
