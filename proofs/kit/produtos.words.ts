/** Words of a Brazilian parts shop, each with its relative frequency. */
export const PECAS =
  'Filtro de Óleo 28,Filtro de Ar 24,Filtro de Combustível 22,Filtro de Cabine 16,Pastilha de Freio 40,Disco de Freio 36,Lona de Freio 12,Tambor de Freio 10,Cilindro de Roda 12,Cilindro Mestre 10,Sapata de Freio 6,Amortecedor 44,Kit Amortecedor 12,Coxim do Motor 20,Coxim do Amortecedor 12,Bandeja da Suspensão 18,Bucha da Bandeja 20,Pivô da Suspensão 18,Terminal de Direção 18,Barra Axial 12,Bieleta 16,Mola Helicoidal 14,Correia Dentada 22,Correia Poly V 20,Tensor da Correia 18,Kit Correia Dentada 12,Bomba de Água 24,Bomba de Óleo 10,Bomba de Combustível 20,Radiador 16,Mangueira do Radiador 18,Válvula Termostática 18,Reservatório de Água 10,Eletroventilador 8,Vela de Ignição 22,Cabo de Vela 16,Bobina de Ignição 18,Sensor de Rotação 12,Sensor de Temperatura 14,Sonda Lambda 14,Sensor MAP 8,Bico Injetor 14,Corpo de Borboleta 8,Atuador da Marcha Lenta 8,Alternador 12,Motor de Partida 12,Regulador de Voltagem 8,Bateria 10,Lâmpada 16,Farol 18,Lanterna Traseira 18,Retrovisor 18,Maçaneta 14,Máquina de Vidro 10,Palheta 16,Rolamento de Roda 22,Cubo de Roda 12,Retentor 24,Junta do Cabeçote 16,Jogo de Juntas 12,Kit Embreagem 18,Atuador de Embreagem 8,Junta Homocinética 18,Coifa 14,Semieixo 8,Escapamento 10,Catalisador 6,Anel do Pistão 8,Bronzina 8,Pistão 6,Válvula de Admissão 6,Parafuso do Cabeçote 6,Grade do Radiador 6,Para-choque 10,Paralama 6,Capô 3,Emblema 6,Calota 6,Tapete 4,Antena 3,Buzina 3,Chave de Seta 8,Relé Auxiliar 5,Fusível 2,Óleo de Câmbio 3,Aditivo 3,Graxa 2,Junta Elástica 1,Quebra-sol 1,Xênon 1,Zíper da Capota 1,Kickdown 1,Wastegate 1';

export const LADOS =
  ' 480,Dianteiro 110,Traseiro 100,Dianteiro Direito 55,Dianteiro Esquerdo 55,Traseiro Direito 40,Traseiro Esquerdo 40,Superior 30,Inferior 30,Esportivo 20,Reforçado 20,Original 20';

export const VEICULOS =
  'Fiat Palio 40,Fiat Uno 46,Fiat Siena 24,Fiat Strada 28,Fiat Punto 12,Fiat Toro 12,Fiat Argo 14,Fiat Idea 8,Fiat Tempra 5,Fiat Ducato 9,Volkswagen Gol 52,Volkswagen Fox 28,Volkswagen Voyage 22,Volkswagen Saveiro 24,Volkswagen Polo 20,Volkswagen Up 12,Volkswagen Golf 14,Volkswagen Kombi 12,Volkswagen Santana 7,Volkswagen Amarok 9,Chevrolet Corsa 34,Chevrolet Celta 28,Chevrolet Onix 34,Chevrolet Prisma 20,Chevrolet Astra 16,Chevrolet Vectra 12,Chevrolet S10 18,Chevrolet Montana 12,Chevrolet Cobalt 9,Chevrolet Omega 4,Ford Fiesta 26,Ford Ka 24,Ford EcoSport 16,Ford Focus 14,Ford Ranger 14,Ford Escort 8,Ford Fusion 6,Ford Cargo 8,Renault Sandero 20,Renault Logan 16,Renault Duster 12,Renault Clio 14,Renault Kwid 10,Renault Master 7,Toyota Corolla 24,Toyota Hilux 20,Toyota Etios 12,Honda Civic 20,Honda Fit 16,Honda City 10,Honda HR-V 6,Hyundai HB20 22,Hyundai Tucson 8,Hyundai Creta 8,Kia Sportage 6,Kia Cerato 4,Nissan Versa 8,Nissan Kicks 8,Nissan Frontier 8,Peugeot 206 10,Peugeot 207 8,Peugeot 208 7,Citroën C3 10,Citroën Xsara 4,Mitsubishi L200 8,Jeep Renegade 9,Jeep Compass 7,Mercedes-Benz Sprinter 7,Mercedes-Benz 1620 6,Scania R124 4,Volvo FH 4,Iveco Daily 5,Suzuki Vitara 3,Troller T4 1,Effa Hafei 1,Gurgel BR-800 1';

export const MOTORES =
  '1.0 8V 200,1.0 12V 60,1.0 Turbo 40,1.3 8V 40,1.4 8V 130,1.4 16V 40,1.5 16V 40,1.6 8V 140,1.6 16V 110,1.8 8V 60,1.8 16V 40,2.0 8V 30,2.0 16V 40,2.4 16V 10,2.8 Diesel 12,3.0 Diesel 8';

export const MARCAS =
  'Bosch 80,Cofap 55,Nakata 50,Monroe 30,Fras-le 35,TRW 28,Cobreq 28,SYL 20,Mann-Filter 25,Tecfil 40,Wega 22,Fram 22,Mahle 40,Metal Leve 20,NGK 36,Magneti Marelli 34,Valeo 28,Sachs 22,LuK 22,INA 14,SKF 32,FAG 14,NSK 12,Gates 20,Continental 22,Dayco 18,Urba 14,Schadek 10,Indisa 8,Delphi 16,Denso 12,MTE-Thomson 16,Wahler 10,Visconde 8,Valclei 8,Sabó 26,Corteco 10,Spaal 8,Taranto 10,Axios 12,Perfect 10,Viemar 12,Sampel 10,Arteb 12,Cibié 6,Orgus 6,Hella 8,Osram 8,Philips 6,Metagal 8,Moura 8,Heliar 6,Dyna 6,Hipper Freios 8,Fremax 10,Ate 6,Varga 6,Controil 6,Bosal 4,Tuper 4,Mastra 3,Ocap 3,Allen 3,Kostal 2,Zen 2,Quinton Hazell 1,Xuxo 1';

export const CATEGORIAS =
  'Filtros,Freios,Suspensão,Direção,Motor,Arrefecimento,Injeção Eletrônica,Ignição,Elétrica,Iluminação,Carroceria,Acessórios,Transmissão,Embreagem,Rolamentos,Vedação,Escapamento,Lubrificantes,Correias,Climatização';

export const RARE = 'Xiquexique';

/**
 * Repeats each word as often as its frequency, so that a uniform choice from the list follows the
 * frequencies.
 */
export const spread = (shares: string): string[] =>
  shares.split(',').flatMap((each) => {
    const [, word = '', share = ''] = /^(.*) (\d+)$/.exec(each) ?? [];
    return Array.from({ length: Number(share) }, () => word);
  });
