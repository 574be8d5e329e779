const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function isDay(year: number, month: number, day: number): boolean {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeapYear ? 29 : (monthDays[month - 1] ?? 0)
  return day >= 1 && day <= days
}
